import type { Locator, Page } from 'playwright-core'

/**
 * A person at a page, whose interactions are counted: a click, a key, and a text that is typed or pasted into the field
 * that has the focus or that is typed into, are one each. Choosing from a list of the browser is two.
 */
export class Person {
  #interactions = 0

  constructor(readonly page: Page) {}

  /** The interactions since the last call. */
  countInteractions(): number {
    const count = this.#interactions
    this.#interactions = 0
    return count
  }

  async click(
    target: Locator,
    options: { modifiers?: 'Shift'[]; position?: { x: number; y: number } } = {},
  ): Promise<void> {
    this.#interactions++
    await target.click(options)
  }

  async press(key: string): Promise<void> {
    this.#interactions++
    await this.page.keyboard.press(key)
  }

  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    this.#interactions++
    await this.page.keyboard.insertText(text)
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.#interactions++
    await field.fill(text)
  }

  async chooseFile(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.#interactions++
    await field.setInputFiles(file)
  }

  async choose(list: Locator, name: string): Promise<void> {
    this.#interactions += 2
    await list.selectOption({ label: name })
  }

  /** Pastes where the focus is what was copied elsewhere. */
  async paste(text: string): Promise<void> {
    this.#interactions++
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await this.page.keyboard.press('ControlOrMeta+V')
  }

  readClipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText())
  }
}
