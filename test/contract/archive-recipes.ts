import type { Recipe } from './recipe.ts'

/** How to cause each declared error of archives. */
export const archiveRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  accountArchive: { ACCOUNT_ARCHIVE_NOT_FOUND: { inputs: () => ({}) } },
}
