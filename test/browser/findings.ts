import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe-core finds serious or worse on a page: each rule, and the elements that break it. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // As the console does it: a script element would meet the policy of the page.
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
}
