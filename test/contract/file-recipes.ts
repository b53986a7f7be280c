import { invalid, type Recipe, unstorable } from './recipe.ts'

/** How to cause each declared error of files. */
export const fileRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  download: {
    INVALID_PARAMS: invalid('token', unstorable),
    DOWNLOAD_NOT_FOUND: { inputs: () => ({ token: `tkd_01k00000000000000000000000_${'a'.repeat(43)}` }) },
  },
}
