import type { Page } from 'playwright-core'

/** Opens a tab of GraphiQL. Its tabs move while they are pressed, away from under a pointer as quick as a test's. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.locator('.graphiql-tab-button', { hasText: name }).dispatchEvent('click')
  await page.getByRole('tab', { name, selected: true }).waitFor()
  // It sends the name of the tab before for as long as it has not read the text of this one.
  await page.waitForTimeout(1_500)
}
