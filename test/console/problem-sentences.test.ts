import { globSync, readFileSync } from 'node:fs'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { Kind, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeError, type ReportedError } from '../../console/graph/problem-sentences.ts'
import { listOperations } from '../../src/platform/graphql/operations.ts'
import { listIssueDefinitions } from '../../src/platform/shared/field-issue.ts'
import { Internal, PayloadTooLarge, Unavailable } from '../../src/platform/shared/general.errors.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync('texts/en.json', 'utf8'))
const names = (prefix: string) =>
  Object.keys(texts).flatMap((id) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []))
const codesOf = names('error.').filter((name) => /^[A-Z]/.test(name))

/** Their sentences are the sentences of the fields that they name. */
const ofFields = ['INVALID_PARAMS', 'OPTION_CONFLICT']
/** The console sends the token of a login and says itself when it has ended (app/session.ts, graph/proof.ts). */
const ofCredentials = ['API_KEY_EXPIRED', 'API_KEY_NOT_ACCEPTED', 'API_KEY_REVOKED', 'SESSION_REQUIRED']
const ofSession = ['UNAUTHENTICATED', 'INVALID_TOKEN', 'TOKEN_EXPIRED', 'STEP_UP_REQUIRED']
/** What any operation can answer with. */
const ofAll = [Internal, PayloadTooLarge, Unavailable].map(({ definition }) => definition.code)

/** The operations that the documents of the console use. */
function usedOperations(): Set<string> {
  const used = new Set<string>()
  for (const file of globSync('console/**/*.graphql')) {
    for (const definition of parse(readFileSync(file, 'utf8')).definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue
      for (const selection of definition.selectionSet.selections)
        if (selection.kind === Kind.FIELD) used.add(selection.name.value)
    }
  }
  return used
}

describe('the sentences of the console', () => {
  it('are there for each error that an operation of the console can return, and for no other one', () => {
    const used = usedOperations()
    const operations = listOperations(schema).filter(({ name }) => used.has(name))
    expect(operations.length).toBeGreaterThan(50)
    const codes = new Set(operations.flatMap(({ errors }) => errors.map(({ definition }) => definition.code)))
    const apart = [...ofFields, ...ofCredentials, ...ofSession]
    const needed = [...codes].filter((code) => !apart.includes(code))
    expect(needed.filter((code) => !codesOf.includes(code))).toEqual([])
    expect(codesOf.filter((code) => !codes.has(code) && ![...ofAll, 'OPERATION_TIMED_OUT'].includes(code))).toEqual([])
    expect(codesOf).toEqual(expect.arrayContaining(ofAll))
  })

  it('are there for each issue of a field, with no value that the issue has not', () => {
    const definitions = listIssueDefinitions()
    expect(names('issue.')).toEqual(definitions.map(({ code }) => code).toSorted())
    const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name)
    for (const { code, text } of definitions)
      expect(valuesIn(text), code).toEqual(expect.arrayContaining(valuesIn(texts[`issue.${code}`] ?? '')))
  })

  it('speak to people, and not of the interface', () => {
    const sentences = Object.entries(texts).filter(([id]) => /^(error|issue)\./.test(id))
    const jargon = /slug|\bAPI\b|request|\boperations?\b|\bnull\b|\binputs?\b|\bparameters?\b/i
    expect(sentences.filter(([, text]) => jargon.test(text.replace(/\{\w+/g, '')))).toEqual([])
  })
})

describe('what the service refuses, as a German reads it', () => {
  const german: Readonly<Record<string, string>> = JSON.parse(readFileSync('texts/de.json', 'utf8'))
  const messages = Object.fromEntries(Object.entries(german).map(([id, text]) => [id, compileMessageOrThrow(text)]))
  const texts = setupI18n({ locale: 'de', messages: { de: messages } })
  let test: TestApp
  let ada: SeededAccount
  beforeAll(async () => {
    test = await sharedApp()
    ada = await test.seed.account()
    await test.seed.link(ada, { customUrl: 'refused-spring' })
  })
  afterAll(() => test.close())

  const read = async (input: object) => {
    const document = 'mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }'
    const { errors } = await test.graph(document, { token: ada.token, variables: { input } })
    const [error] = errors ?? []
    return describeError({ ...error?.extensions, message: error?.message ?? '' } as ReportedError, texts)
  }
  const destination = 'https://museum.example'

  it.each([
    [
      { destination: 'ftp://museum.example' },
      'destination',
      'Beginnen Sie die Adresse mit https:// oder http://.',
      'Adresse',
    ],
    [{ destination, title: 'x'.repeat(256) }, 'title', '1 bis 255 Zeichen.', 'Titel'],
    [{ destination, clickLimit: 1.5 }, 'clickLimit', 'Das passt hier nicht.', 'Anzahl der Klicks'],
    [
      { destination, redirectType: 301, clickLimit: 5 },
      'clickLimit',
      german['issue.EXCLUDES_PERMANENT'],
      'Art der Weiterleitung',
    ],
  ])('names the field of %j, and says it at the field', async (input, field, sentence, name) => {
    const { message, fields } = await read(input)
    expect(fields[field]).toBe(sentence)
    expect(message).toBe(`${name}: ${sentence}`)
  })

  it('says an error with a code of its own once, at its field too', async () => {
    const { message, fields, code } = await read({ destination, code: 'refused-spring' })
    expect({ message, fields, code }).toEqual({
      message: german['error.SLUG_TAKEN'],
      fields: { code: german['error.SLUG_TAKEN'] },
      code: 'SLUG_TAKEN',
    })
  })

  it('fills in numbers, and shows no field of a form that has none', () => {
    for (const [field, message] of [
      ['QR codes', 'Es ist Platz für 30, und 30 sind da. Löschen Sie einige, die niemand braucht.'],
      [
        'links',
        'Ihr Tarif hat Platz für 30 Links, und 30 sind da. Löschen Sie einige, die niemand braucht, oder wählen Sie einen größeren Tarif.',
      ],
    ] as const) {
      const details = [{ field, issue: 'at most 30', limit: 30, used: 30 }]
      expect(describeError({ message: '', code: 'PLAN_LIMIT_REACHED', details }, texts)).toMatchObject({
        message,
        fields: {},
      })
    }
    for (const [retryAfterSeconds, wait] of [
      [1, '1 Sekunde'],
      [59, '59 Sekunden'],
      [61, '2 Minuten'],
      [3412, '57 Minuten'],
    ] as const) {
      const limited = { message: '', code: 'RATE_LIMITED', retryAfterSeconds }
      expect(describeError(limited, texts).message).toContain(`in ${wait} noch einmal`)
    }
    expect(describeError({ message: '', code: 'RATE_LIMITED' }, texts).message).toContain('in 1 Minute noch einmal')
  })

  it('says that it is the sentence of the service where the console has none', () => {
    const details = [{ field: 'items.0.plan', issue: 'must be a plan' }]
    expect(describeError({ message: 'plan: must be a plan', code: 'INVALID_PARAMS', details }, texts).message).toBe(
      'Das wird nicht angenommen: must be a plan',
    )
  })
})
