/** What is fetched once for each name; one that could not be had is asked for again. */
export function once<Name, Value>(
  known: Map<Name, Promise<Value>>,
  name: Name,
  ask: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(name) ?? ask();
  known.set(name, found);
  found.catch(() => known.delete(name));
  return found;
}
