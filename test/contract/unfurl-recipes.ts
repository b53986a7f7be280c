import { blockedDestination } from './abuse-acts.ts'
import { but, invalid, type Recipe } from './recipe.ts'
import { textAddress } from './unfurl-acts.ts'

/** How to cause each declared error of reading a page. */
export const unfurlRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  unfurl: {
    INVALID_PARAMS: invalid('url', 'ftp://example.com'),
    DESTINATION_LOOP: { inputs: but({ url: 'http://tack.test/abc' }), fields: ['url'] },
    DESTINATION_BLOCKED: {
      inputs: but(async (actor) => ({ url: `https://${(await blockedDestination(actor)).pattern}/` })),
      fields: ['url'],
    },
    // Nothing listens there.
    PAGE_UNREACHABLE: { inputs: but({ url: 'http://127.0.0.1:1/' }), fields: ['url'] },
    PAGE_NOT_READABLE: { inputs: but(async () => ({ url: await textAddress() })), fields: ['url'] },
  },
}
