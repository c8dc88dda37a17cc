/** What is fetched once for each name; one that could not be had is asked for again. */
export function once<Name, Value>(
  known: Map<Name, Promise<Value>>,
  name: Name,
  ask: () => Promise<Value>,
): Promise<Value> {
  const kept = known.get(name);
  if (kept) return kept;
  const found = ask();
  known.set(name, found);
  found.catch(() => known.get(name) === found && known.delete(name));
  return found;
}
