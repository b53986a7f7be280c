import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/**
 * Says at the end of a run what the suite costs: its dearest files, and how often it starts the service. Errors outside of
 * a test fail a run as well, but the report in JSON lacks them: they are written beside it.
 */
export default class CostReporter implements Reporter {
  #report: string | undefined

  onInit({ config: { outputFile } }: Vitest): void {
    this.#report = typeof outputFile === 'string' ? outputFile : outputFile?.json
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    if (this.#report && errors.length > 0) writeFileSync(`${this.#report}.errors`, JSON.stringify(errors))
    this.#printCosts(modules)
  }

  #printCosts(modules: readonly TestModule[]): void {
    const costs = modules.flatMap((module) => {
      const { cost } = module.meta()
      return cost ? [{ ...cost, name: module.relativeModuleId, seconds: module.diagnostic().duration / 1000 }] : []
    })
    // A run of a few files has no account.
    if (costs.length < 20) return
    const sum = (figure: 'cpuSeconds' | 'apps' | 'processes') => costs.reduce((total, cost) => total + cost[figure], 0)
    console.log(`\nCPU seconds and seconds of the ten dearest of ${costs.length} files:`)
    const dearest = costs.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds || b.seconds - a.seconds)
    for (const { name, cpuSeconds, seconds } of dearest.slice(0, 10))
      console.log(`${cpuSeconds.toFixed(1).padStart(7)} ${seconds.toFixed(1).padStart(7)}  ${name}`)
    console.log(
      `All files: ${sum('cpuSeconds').toFixed(0)} s of CPU, ${sum('apps')} services and ${sum('processes')} processes started.`,
    )
  }
}
