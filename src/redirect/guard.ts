import type { FastifyInstance } from 'fastify'
import { networkOf } from '../base/address.ts'
import type { Clock } from '../base/clock.ts'
import { show } from './answer.ts'
import { tooManyPage } from './pages/failed.ts'
import { Tally } from './tally.ts'

/** Links one network may open in a minute: far more than a person does, too few to try codes one after the other. */
const perMinute = 300

/** Visitors stand outside the API quota; this keeps one network from trying codes by the thousand. */
export function guardVisitors(scope: FastifyInstance, clock: Clock): void {
  const visits = new Tally(perMinute, 60_000, clock)
  scope.addHook('onRequest', async (request, reply) => {
    const refused = visits.take(networkOf(request.context.request.address))
    if (refused) return show(reply, tooManyPage(refused.waitSeconds))
  })
}
