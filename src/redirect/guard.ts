import type { FastifyInstance } from 'fastify'
import { networkOf } from '../base/address.ts'
import type { Limits } from '../base/limits/limits.ts'
import type { Rule } from '../base/limits/rule.ts'
import { show } from './answer.ts'
import { tooManyPage } from './pages/failed.ts'

/** Links one network may open in a minute: far more than a person does, too few to try codes one after the other. */
const ofNetwork: Rule = { limit: 300, seconds: 60 }

/** Visitors stand outside the API quota; this keeps one network from trying codes by the thousand. */
export function guardVisitors(scope: FastifyInstance, { ledger, enforced }: Limits): void {
  if (!enforced) return
  scope.addHook('onRequest', async (request, reply) => {
    const network = networkOf(request.context.request.address)
    const { refusal } = await ledger.charge([{ name: 'visit', key: network, group: network, rule: ofNetwork }], 1)
    if (refusal) return show(reply, tooManyPage(refusal.resetSeconds))
  })
}
