import type { Actor, Inputs } from './acts.ts'

const destination = 'https://example.org/elsewhere'

/** A link of the actor. */
const linkOf = ({ test, account, word }: Actor) =>
  test.seed.link(account, { longUrl: 'https://example.com/page', customUrl: word() })

/** Rules of each type: a body that makes one, changes of it, and an invalid field. */
export const ruleTypes = {
  DeviceRule: {
    path: 'device-rules',
    body: { device: 'ios', destination },
    changes: { device: 'android', isActive: false },
    wrong: ['priority', 0],
  },
  GeoRule: {
    path: 'geo-rules',
    body: { matchType: 'country', condition: 'not_in', values: ['DE', 'AT'], destination, priority: 1 },
    changes: { matchType: 'continent', values: ['EU'], condition: 'in' },
    wrong: ['values', ['Germany']],
  },
  LanguageRule: {
    path: 'language-rules',
    body: { languages: ['pt-BR', 'de'], destination },
    changes: { languages: ['fr'], destination: 'https://example.org/fr' },
    wrong: ['languages', []],
  },
  TimeRule: {
    path: 'time-rules',
    body: { days: ['monday'], startTime: '22:00', endTime: '06:00', timezone: 'Europe/Berlin', destination },
    changes: { startTime: null, endTime: null, endsAt: '2099-01-01T00:00:00Z' },
    wrong: ['timezone', 'Mars/Olympus'],
  },
  SplitRule: {
    path: 'split-rules',
    body: { name: 'B', weight: 3, destination },
    changes: { name: 'Control', destination: null },
    wrong: ['weight', 0],
  },
} as const

export type RuleType = keyof typeof ruleTypes
export const ruleTypeNames = Object.keys(ruleTypes) as RuleType[]

/** A rule of a link of the actor. */
export async function ruleOf(actor: Actor, type: RuleType, linkId?: string): Promise<{ id: string; ruleId: string }> {
  const id = linkId ?? (await linkOf(actor)).id
  const { path, body } = ruleTypes[type]
  const { json } = await actor.test.rest.post(`/v1/urls/${id}/${path}`, body, { token: actor.account.token })
  return { id, ruleId: json.id }
}

export const ruleActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  ...Object.fromEntries(
    ruleTypeNames.flatMap((type) => {
      const list = `${type[0]?.toLowerCase()}${type.slice(1)}s`
      const acts: [string, (actor: Actor) => Promise<Inputs>][] = [
        [list, async (actor) => ({ id: (await ruleOf(actor, type)).id })],
        [`create${type}`, async (actor) => ({ id: (await linkOf(actor)).id, ...ruleTypes[type].body })],
        [`update${type}`, async (actor) => ({ ...(await ruleOf(actor, type)), ...ruleTypes[type].changes })],
        [`delete${type}`, (actor) => ruleOf(actor, type)],
        [
          `reorder${type}s`,
          async (actor) => {
            const { id, ruleId } = await ruleOf(actor, type)
            return { id, ruleIds: [(await ruleOf(actor, type, id)).ruleId, ruleId] }
          },
        ],
      ]
      return acts
    }),
  ),
  setUrlRules: async (actor) => {
    const { id } = await ruleOf(actor, 'DeviceRule')
    const lists = ruleTypeNames.map((type) => [`${type[0]?.toLowerCase()}${type.slice(1)}s`, [ruleTypes[type].body]])
    return { id, ...Object.fromEntries(lists) }
  },
  testUrlRules: async (actor) => {
    const { id } = await ruleOf(actor, 'DeviceRule')
    return { id, country: 'de', device: 'ios', language: 'de-AT', time: '2026-01-01T00:00:00Z' }
  },
}

export const ruleRepetitionErrors: Readonly<Record<string, string>> = Object.fromEntries(
  ruleTypeNames.map((type) => [`delete${type}`, 'RULE_NOT_FOUND']),
)

const rowOf = (type: RuleType) => {
  const { path } = ruleTypes[type]
  const list = `${type[0]?.toLowerCase()}${type.slice(1)}s`
  return [
    [list, `GET /urls/{id}/${path}`, 'read:links', 200, `[${type}]`, [401, 404]],
    [`create${type}`, `POST /urls/{id}/${path}`, 'write:links', 201, type, [400, 401, 403, 404]],
    [`update${type}`, `PATCH /urls/{id}/${path}/{ruleId}`, 'write:links', 200, type, [400, 401, 403, 404]],
    [`delete${type}`, `DELETE /urls/{id}/${path}/{ruleId}`, 'write:links', 200, 'SuccessResponse', [401, 404]],
    [`reorder${type}s`, `PUT /urls/{id}/${path}/order`, 'write:links', 200, `[${type}]`, [400, 401, 404]],
  ] as const
}

/** The operations of rules, as rows of the contract table. */
export const ruleLines = [
  ...ruleTypeNames.flatMap(rowOf),
  ['setUrlRules', 'PUT /urls/{id}/rules', 'write:links', 200, 'UrlItem', [400, 401, 403, 404]],
  ['testUrlRules', 'POST /urls/{id}/rules/test', 'read:links', 200, 'RuleTestResult', [400, 401, 404]],
] as const
