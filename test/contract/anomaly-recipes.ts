import { anomalyOf } from './anomalies.ts'
import { but, invalid, type Recipe, unstorable } from './recipe.ts'

/** An anomaly of another account's link, which must look like a missing one. */
const notMine: Recipe = {
  inputs: but(async (actor) => ({ id: (await anomalyOf({ ...actor, account: await actor.test.seed.account() })).id })),
}

const ofOne = { INVALID_PARAMS: invalid('id', unstorable), ANOMALY_NOT_FOUND: notMine }

export const anomalyRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  anomalies: { INVALID_PARAMS: invalid('limit', 101) },
  anomaly: ofOne,
  acknowledgeAnomaly: ofOne,
  resolveAnomaly: ofOne,
}
