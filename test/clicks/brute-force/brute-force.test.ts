import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { emptiedApp, type TestApp } from '../../support/app.ts'
import { trials } from '../../support/size.ts'
import { forgetDeletedMonths } from '../rows.ts'
import { ask, type Face } from './asking.ts'
import type { Facts } from './counting.ts'
import { findDifferences } from './differences.ts'
import { expectedAnswer } from './expected.ts'
import { createQuestion, type Question, simplifications } from './questions.ts'
import { type FoldState, World } from './world.ts'

/** ANALYTICS_CASES and ANALYTICS_SEED repeat a run, or make a longer one. A failure names the seed of its world. */
const cases = Number(process.env.ANALYTICS_CASES ?? trials(150, 10_000))
const firstSeed = Number(process.env.ANALYTICS_SEED ?? Date.now() % 2 ** 32)

/** Questions that are asked at once. */
const batchSize = 6

/** After so many wrong answers, no more questions are asked. */
const maxMismatches = 5

let test: TestApp
const faces: Face[] = []
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  test = await emptiedApp()
  faces.push(test)
  if (test.database === 'server') {
    const sibling = await test.sibling()
    faces.push(sibling)
    closing.push(sibling.close)
  }
})
afterAll(async () => {
  for (const close of closing) await close()
  await forgetDeletedMonths(test)
  await test.close()
})

const comparedCounts: Record<FoldState, number> = { none: 0, some: 0, all: 0 }
const mismatches: string[] = []
/**
 * A run of 1000 cases or more goes on, for up to half as many again, until enough were asked of each state: few come
 * before anything is folded.
 */
const isFinished = () => {
  const counts = Object.values(comparedCounts)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const hasEnough = total >= cases && (cases < 1000 || Math.min(...counts) > cases / 20)
  return hasEnough || total >= cases * 1.5 || mismatches.length >= maxMismatches
}

describe(`${cases} answers about random clicks (ANALYTICS_SEED=${firstSeed})`, () => {
  it('are those that a count of the rows gives, before, during and after folding', async () => {
    for (let seed = firstSeed; !isFinished(); seed++) await askAboutWorld(seed)
    expect(mismatches.length, mismatches.join('\n')).toBe(0)
    if (cases >= 1000)
      expect(Math.min(...Object.values(comparedCounts)), JSON.stringify(comparedCounts)).toBeGreaterThan(cases / 20)
  }, 3_600_000)
})

async function askAboutWorld(seed: number): Promise<void> {
  const world = new World(test, faces, seed)
  await world.begin()
  while (world.stops > 0 && !isFinished()) {
    await world.proceed()
    await compareCounters(seed, world)
    await world.change()
    await askSome(seed, world)
    const commitLateBatch = await world.beginLateBatch()
    // Some questions are asked while it is folded.
    for (const fold of [() => world.foldSome(), () => world.foldAll()]) {
      await Promise.all([fold(), askSome(seed, world)])
      await askSome(seed, world)
      await commitLateBatch()
    }
  }
}

async function compareCounters(seed: number, world: World): Promise<void> {
  await vi
    .waitFor(async () => {
      const { actual, expected } = await world.readCounters()
      expect(actual).toEqual(expected)
    }, 5000)
    .catch((error: Error) =>
      mismatches.push(`ANALYTICS_SEED=${seed}, the counters of links after visits: ${error.message}`),
    )
}

async function askSome(seed: number, world: World): Promise<void> {
  const { state, ...view } = await world.look()
  const questions = Array.from({ length: batchSize }, () => createQuestion(view.source))
  await Promise.all(questions.map((question) => compare(seed, state, view, question)))
  comparedCounts[state] += questions.length
}

interface View {
  readonly token: string
  readonly facts: Facts
}

async function compare(seed: number, state: FoldState, view: View, question: Question): Promise<void> {
  const differences = await findMistakes(view, question)
  if (differences.length === 0) return
  const smallest = await findSmallest(view, question, kindsOf(differences))
  const lines = [
    `ANALYTICS_SEED=${seed}, ${state} of ${view.facts.clicks.length} clicks folded, now ${new Date(view.facts.now).toISOString()}`,
    JSON.stringify(smallest),
    ...(await findMistakes(view, smallest)).slice(0, 4),
    `At first: ${JSON.stringify(question)}`,
    ...differences.slice(0, 4),
  ]
  mismatches.push(lines.join('\n    '))
}

async function findMistakes({ token, facts }: View, question: Question): Promise<string[]> {
  const answer = await ask(faces[question.node] ?? test, token, question)
  return findDifferences(expectedAnswer(facts, question), answer)
}

/** Leaves out of the question what it can do without and still be answered wrong in the same way. */
async function findSmallest(view: View, question: Question, kinds: ReadonlySet<string>): Promise<Question> {
  for (const simpler of simplifications(question)) {
    const simplerKinds = kindsOf(await findMistakes(view, simpler))
    if ([...simplerKinds].some((kind) => kinds.has(kind))) return findSmallest(view, simpler, kinds)
  }
  return question
}

/** Which parts of the answer are wrong, without their places in lists. */
const kindsOf = (differences: readonly string[]) =>
  new Set(differences.map((difference) => difference.replace(/:.*/s, '').replace(/\d+/g, '')))
