import { blockedDestination } from './abuse-acts.ts'
import { type Actor, linkOf } from './acts.ts'
import { but, invalid, notMine, type Recipe, unstorable } from './recipe.ts'
import { type RuleType, ruleOf, ruleTypeNames, ruleTypes } from './rules.ts'

const badId = invalid('id', unstorable)

/** The errors of the destination of a rule. */
const destinationRecipes: Readonly<Record<string, Recipe>> = {
  DESTINATION_BLOCKED: {
    inputs: but(async (actor) => ({ destination: `https://${(await blockedDestination(actor)).pattern}/` })),
    fields: ['destination'],
  },
  DESTINATION_LOOP: { inputs: but({ destination: 'http://tack.test/abc' }), fields: ['destination'] },
  DESTINATION_NOT_ALLOWED: {
    inputs: but({ destination: 'http://127.0.0.1/admin' }),
    resolution: /public name/,
    fields: ['destination'],
  },
}

/** Inserts as many rules as a link may have of one kind; by SQL, because requests would be slow. */
const manyRules = (kind: string) =>
  but(async (actor: Actor) => {
    const { id } = await linkOf(actor)
    await actor.test.sql(
      `insert into routing_rule (id, link_id, kind, priority, destination, device, match_type, condition, action, places,
                                 languages, timezone, name, weight, created_at, updated_at)
       select 'rul_' || ? || number, ?, ?, number, 'https://example.org/', 'ios', 'country', 'in', 'redirect', '["DE"]',
              '["de"]', 'UTC', 'B', 1, now(), now() from generate_series(1, 50) as number`,
      [id, id, kind],
    )
    return { id }
  })

/** Rules that are too large together: another destination of eight thousand characters. */
const tooLarge = (type: RuleType) =>
  but(async (actor: Actor) => {
    const { id, ruleId } = await ruleOf(actor, type)
    for (let made = 0; made < 8; made++) {
      const body = { device: 'ios', destination: `https://example.org/${'x'.repeat(8000)}` }
      await actor.test.rest.post(`/v1/urls/${id}/device-rules`, body, { token: actor.account.token })
    }
    const redirects = type === 'GeoRule' ? { action: 'redirect', blockMessage: null } : {}
    return { id, ruleId, ...redirects, isActive: true, destination: `https://example.org/${'y'.repeat(8100)}` }
  })

const rulesTo = (destination: unknown) => ({ device: 'ios', destination })

/** The same error in the first of the device rules. */
const inDeviceRules = (recipe: Recipe): Recipe => ({
  ...recipe,
  inputs: but(async (actor) => {
    const { destination } = await recipe.inputs(actor, 'createDeviceRule')
    return { deviceRules: [rulesTo(destination)] }
  }),
  fields: ['deviceRules.0.destination'],
})

const kindOf = (type: RuleType) => type.replace('Rule', '').toLowerCase()

/** How to cause each declared error of rules. */
export const ruleRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  ...Object.fromEntries(
    ruleTypeNames.flatMap((type) => {
      const list = `${type[0]?.toLowerCase()}${type.slice(1)}s`
      const [field, value] = ruleTypes[type].wrong
      const kind = kindOf(type)
      const noRule: Recipe = {
        inputs: but(async (actor) => ({ ruleId: (await ruleOf(actor, type)).ruleId })),
      }
      const wrong: Recipe = {
        inputs: but({ [field]: value }),
        fields: [field],
        resolution: /and send the request again/,
      }
      return [
        [list, { INVALID_PARAMS: badId, LINK_NOT_FOUND: notMine('id') }],
        [
          `create${type}`,
          {
            INVALID_PARAMS: wrong,
            LINK_NOT_FOUND: notMine('id'),
            OPTION_CONFLICT: {
              inputs: but(async (actor) => ({ id: (await linkOf(actor, { redirectType: 301 })).id })),
              fields: ['redirectType', 'rules'],
            },
            PLAN_LIMIT_REACHED: {
              inputs: manyRules(kind),
              fields: [type === 'SplitRule' ? 'variants' : `${kind} rules`],
            },
            ...destinationRecipes,
          },
        ],
        [
          `update${type}`,
          {
            INVALID_PARAMS: { ...wrong, inputs: but({ [field]: value, matchType: undefined }) },
            LINK_NOT_FOUND: notMine('id'),
            RULE_NOT_FOUND: noRule,
            PLAN_LIMIT_REACHED: { inputs: tooLarge(type), fields: ['KiB of rules'] },
            ...destinationRecipes,
          },
        ],
        [
          `delete${type}`,
          { INVALID_PARAMS: invalid('ruleId', unstorable), LINK_NOT_FOUND: notMine('id'), RULE_NOT_FOUND: noRule },
        ],
        [
          `reorder${type}s`,
          {
            INVALID_PARAMS: invalid('ruleIds', []),
            LINK_NOT_FOUND: notMine('id'),
          },
        ],
      ] as [string, Record<string, Recipe>][]
    }),
  ),
  setUrlRules: {
    INVALID_PARAMS: {
      inputs: but({ splitRules: [{ name: 'B', weight: 0 }] }),
      fields: ['splitRules.0.weight'],
      resolution: /splitRules.0.weight/,
    },
    LINK_NOT_FOUND: notMine('id'),
    OPTION_CONFLICT: {
      inputs: but(async (actor) => ({ id: (await linkOf(actor, { redirectType: 301 })).id })),
      fields: ['redirectType', 'rules'],
    },
    PLAN_LIMIT_REACHED: {
      inputs: but({ deviceRules: Array.from({ length: 9 }, () => rulesTo(`https://example.org/${'x'.repeat(8000)}`)) }),
      fields: ['KiB of rules'],
    },
    ...Object.fromEntries(Object.entries(destinationRecipes).map(([code, recipe]) => [code, inDeviceRules(recipe)])),
  },
  testUrlRules: { INVALID_PARAMS: invalid('country', 'Germany'), LINK_NOT_FOUND: notMine('id') },
}
