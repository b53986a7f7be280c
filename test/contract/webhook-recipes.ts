import { tokenOf } from './oauth.ts'
import { but, invalid, type Recipe, unstorable, valid } from './recipe.ts'
import { sentTo, webhookOf } from './webhooks.ts'

/** A webhook of another account, which must look like a missing one. */
const notMine: Recipe = {
  inputs: but(async (actor) => ({ id: (await webhookOf({ ...actor, account: await actor.test.seed.account() })).id })),
}

const notMyDelivery: Recipe = {
  inputs: but(async (actor) => ({ id: (await sentTo({ ...actor, account: await actor.test.seed.account() })).id })),
}

const notMyEvent: Recipe = {
  inputs: but(async (actor) => ({
    id: (await sentTo({ ...actor, account: await actor.test.seed.account() })).eventId,
  })),
}

/** Rejected also with OUTWARD_NETWORKS=any. */
const notAllowed: Recipe = { inputs: but({ url: 'ftp://hooks.example.com/' }), fields: ['url'] }

const doubled: Recipe = { inputs: but(async (actor) => ({ url: (await webhookOf(actor)).url })), fields: ['url'] }

/** A webhook of a login, changed by an application. */
const notOfGrant: Recipe = {
  inputs: valid,
  via: async (actor) => ({ token: await tokenOf(actor, 'write:profile read:links') }),
}

const badId = invalid('id', unstorable)

export const webhookRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  webhook: { INVALID_PARAMS: badId, WEBHOOK_NOT_FOUND: notMine },
  webhookSample: { INVALID_PARAMS: { ...invalid('format', 'html'), onlyOverRest: true } },
  createWebhook: {
    INVALID_PARAMS: invalid('name', ' '),
    WEBHOOK_URL_NOT_ALLOWED: notAllowed,
    WEBHOOK_URL_EXISTS: doubled,
    PLAN_LIMIT_REACHED: {
      inputs: but(async (actor) => {
        for (let n = 0; n < 5; n++) await webhookOf(actor)
        return {}
      }),
      fields: ['webhooks'],
    },
  },
  updateWebhook: {
    INVALID_PARAMS: invalid('events', null),
    WEBHOOK_NOT_FOUND: notMine,
    WEBHOOK_NOT_OF_GRANT: notOfGrant,
    WEBHOOK_URL_NOT_ALLOWED: notAllowed,
    WEBHOOK_URL_EXISTS: doubled,
  },
  deleteWebhook: { INVALID_PARAMS: badId, WEBHOOK_NOT_FOUND: notMine },
  rotateWebhookSecret: { INVALID_PARAMS: badId, WEBHOOK_NOT_FOUND: notMine, WEBHOOK_NOT_OF_GRANT: notOfGrant },
  testWebhook: { INVALID_PARAMS: badId, WEBHOOK_NOT_FOUND: notMine },
  webhookDeliveries: { INVALID_PARAMS: invalid('limit', 101), WEBHOOK_NOT_FOUND: notMine },
  webhookDelivery: { INVALID_PARAMS: badId, DELIVERY_NOT_FOUND: notMyDelivery },
  webhookEvent: { INVALID_PARAMS: badId, EVENT_NOT_FOUND: notMyEvent },
  webhookAttempts: { INVALID_PARAMS: badId, DELIVERY_NOT_FOUND: notMyDelivery },
  redeliverWebhook: { INVALID_PARAMS: badId, DELIVERY_NOT_FOUND: notMyDelivery },
  redeliverWebhookEvents: { INVALID_PARAMS: badId, WEBHOOK_NOT_FOUND: notMine },
}
