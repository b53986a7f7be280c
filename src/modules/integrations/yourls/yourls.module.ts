import { defineModule, type Module } from '../../../platform/module.ts'
import { YourlsOperations } from './yourls-operations.ts'
import { registerYourlsRoutes } from './yourls-routes.ts'

/** What speaks the interface of YOURLS can create and count links here, when `YOURLS_API` is on. */
export const yourlsModule = defineModule({
  entities: [],
  resolvers: [],
  create({ api, limits, auth }): Module {
    const operations = new YourlsOperations(api.restInterface, limits.quota)
    return {
      resolvers: [],
      addRoutes: (server) => registerYourlsRoutes(server, { operations, authenticator: auth.authenticator }),
    }
  },
})
