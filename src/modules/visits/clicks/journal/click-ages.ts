/** How old the oldest click is that is not in the database, to the second. */
export class ClickAges {
  /** How many clicks there were at a time, noted at most once a second. */
  private marks: { readonly count: number; readonly at: number }[] = []

  get oldestMs(): number {
    const [oldest] = this.marks
    return oldest ? performance.now() - oldest.at : 0
  }

  /** Notes that a click was appended, as the last of so many. */
  append(count: number): void {
    const now = performance.now()
    if (now - (this.marks.at(-1)?.at ?? Number.NEGATIVE_INFINITY) > 1_000) this.marks.push({ count, at: now })
  }

  /** Forgets the first so many clicks. */
  ship(count: number): void {
    this.marks = this.marks.filter((mark) => mark.count > count)
  }
}
