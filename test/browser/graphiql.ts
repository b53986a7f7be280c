import type { Locator, Page } from 'playwright-core'

/** Opens a tab of GraphiQL with one click. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.locator('.graphiql-tab-button', { hasText: name }).click()
  await selectedTab(page, name).waitFor({ timeout: 2_000 })
}

export function selectedTab(page: Page, name: string): Locator {
  return page.locator('.graphiql-tab[aria-current=true]', { hasText: name })
}
