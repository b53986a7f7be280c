/** Smaller steps would be slower than clicks arrive: each step has a cost of its own. */
const minClicks = 250

/** How many clicks the next step of folding has, by the duration of the steps before it. */
export class StepSize {
  private size: number

  constructor(
    readonly maxClicks: number,
    private readonly targetMs: number,
  ) {
    this.size = maxClicks
  }

  get clicks(): number {
    return this.size
  }

  /** A step with much fewer clicks than it may have says nothing about a full one. */
  record(clicks: number, durationMs: number): void {
    if (clicks < this.size / 2) return
    const fitting = Math.round((clicks * this.targetMs) / durationMs)
    // Slowly upwards, because a step of few links is faster than the next ones may be.
    this.size = Math.min(Math.max(fitting, minClicks), Math.ceil(this.size * 1.25), this.maxClicks)
  }
}
