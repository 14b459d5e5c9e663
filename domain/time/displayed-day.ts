/** Writes a day `YYYY-MM-DD` or a month `YYYY-MM` as pages show it: with slashes. */
export function displayedDay(day: string): string {
  return day.replaceAll('-', '/')
}
