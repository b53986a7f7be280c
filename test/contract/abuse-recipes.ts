import { blockedDestination } from './abuse-acts.ts'
import { linkOf } from './acts.ts'
import { but, invalid, notMine, type Recipe, unstorable } from './recipe.ts'

const noSuchLink: Recipe = { inputs: but({ id: 'lnk_00000000000000000000000000' }) }

const noSuchEntry: Recipe = { inputs: but({ id: 'dst_00000000000000000000000000' }) }

/** How to cause the errors of the operations about abuse. */
export const abuseRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  reportAbuse: { INVALID_PARAMS: invalid('shortUrl', '') },
  appealUrl: {
    INVALID_PARAMS: invalid('message', ' '),
    LINK_NOT_FOUND: notMine('id'),
    LINK_NOT_BLOCKED: { inputs: but(async (actor) => ({ id: (await linkOf(actor)).id })) },
  },
  urlAppeal: {
    INVALID_PARAMS: invalid('id', unstorable),
    LINK_NOT_FOUND: notMine('id'),
    APPEAL_NOT_FOUND: { inputs: but(async (actor) => ({ id: (await linkOf(actor)).id })) },
  },
  abuseReviews: { INVALID_PARAMS: invalid('limit', 101) },
  abuseReview: { INVALID_PARAMS: invalid('id', unstorable), LINK_NOT_FOUND: noSuchLink },
  blockUrl: { INVALID_PARAMS: invalid('note', 'x'.repeat(1001)), LINK_NOT_FOUND: noSuchLink },
  dismissReports: { INVALID_PARAMS: invalid('note', 'x'.repeat(1001)), LINK_NOT_FOUND: noSuchLink },
  unblockUrl: { INVALID_PARAMS: invalid('note', 'x'.repeat(1001)), LINK_NOT_FOUND: noSuchLink },
  abuseReport: {
    INVALID_PARAMS: invalid('id', unstorable),
    ABUSE_REPORT_NOT_FOUND: { inputs: but({ id: 'rep_00000000000000000000000000' }) },
  },
  abuseAct: {
    INVALID_PARAMS: invalid('id', unstorable),
    ABUSE_ACT_NOT_FOUND: { inputs: but({ id: 'act_00000000000000000000000000' }) },
  },
  blockedDestination: { INVALID_PARAMS: invalid('id', unstorable), BLOCKED_DESTINATION_NOT_FOUND: noSuchEntry },
  abuseActs: { INVALID_PARAMS: invalid('limit', 101) },
  blockedDestinations: { INVALID_PARAMS: invalid('limit', 101) },
  blockDestination: {
    INVALID_PARAMS: invalid('pattern', 'com'),
    BLOCKED_DESTINATION_EXISTS: {
      inputs: but(async (actor) => ({ pattern: (await blockedDestination(actor)).pattern })),
      fields: ['pattern'],
    },
  },
  unblockDestination: {
    INVALID_PARAMS: invalid('id', unstorable),
    BLOCKED_DESTINATION_NOT_FOUND: noSuchEntry,
  },
}
