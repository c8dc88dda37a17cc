/**
 * Days as dates of a calendar (2026-11-18), without times of day: neither a change of the clock nor of the time zone
 * makes one longer or shorter.
 */

/** The first day that has deals. */
export const FIRST = '2026-01-01';
const DAY = 86_400_000;
const HOUR = 3_600_000;
/** A date begins at noon of the day before in the earliest zone of the Earth (UTC+14: at 10), and ends where it is UTC-12. */
const [EARLIEST, LATEST] = [-14 * HOUR, DAY + 12 * HOUR];

const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayAt = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** Whether a text is a date of the calendar. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? midnight(text) : NaN;
  return !Number.isNaN(moment) && dayAt(moment) === text;
}

/** The date where the player is. */
export function today(now = new Date()): string {
  return dayAt(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

/** The date so many days later. */
export const after = (day: string, days = 1) => dayAt(midnight(day) + days * DAY);

/** A date as a moment that is on it in every time zone, to be told in words. */
export const noon = (day: string) => new Date(`${day}T12:00:00`);

/** Whether it is that date somewhere on Earth: a deal that is begun then counts, wherever one travels meanwhile. */
export function isOpen(day: string, moment: number): boolean {
  return moment >= midnight(day) + EARLIEST && moment < midnight(day) + LATEST;
}

/** How many days in a row: up to today, where today may still come, and the most ever. */
export function streaks(played: Iterable<string>, now: string): { current: number; longest: number } {
  const days = new Set(played);
  let longest = 0;
  for (const day of days) {
    if (days.has(after(day, -1))) continue;
    let length = 1;
    while (days.has(after(day, length))) length++;
    longest = Math.max(longest, length);
  }
  let [current, last] = [0, days.has(now) ? now : after(now, -1)];
  for (; days.has(last); last = after(last, -1)) current++;
  return { current, longest };
}

/** The days of a month (2026-11), and on which weekday it begins: 0 is Monday. */
export function month(name: string): { days: string[]; begins: number } {
  const days = Array.from({ length: 31 }, (_, i) => `${name}-${String(i + 1).padStart(2, '0')}`);
  return { days: days.filter(isDay), begins: (new Date(midnight(`${name}-01`)).getUTCDay() + 6) % 7 };
}

/** The month so many later. */
export function monthAfter(name: string, months: number): string {
  const [year = 0, number = 1] = name.split('-').map(Number);
  return dayAt(Date.UTC(year, number - 1 + months, 1)).slice(0, 7);
}
