/** Says why the process cannot serve; null while it can. */
export type ReadinessCheck = () => string | null

/** What must work before a load balancer sends requests. Modules add their checks in `create`. */
export class Readiness {
  private readonly checks: ReadinessCheck[] = []

  addCheck(check: ReadinessCheck): void {
    this.checks.push(check)
  }

  /** The first reason not to serve; null without one. */
  findProblem(): string | null {
    for (const check of this.checks) {
      const problem = check()
      if (problem !== null) return problem
    }
    return null
  }
}
