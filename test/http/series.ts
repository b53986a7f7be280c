/** The names of all series of a text of `/metrics`, sorted. */
export function seriesOf(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) \w+$/gm)].map(([, name = '']) => name).toSorted()
}
