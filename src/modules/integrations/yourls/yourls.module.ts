import { defineModule, type Module } from '../../../platform/module.ts'
import { registerYourlsRoutes } from './yourls-routes.ts'

/** What speaks the interface of YOURLS can create and count links here, when `YOURLS_API` is on. */
export const yourlsModule = defineModule({
  entities: [],
  resolvers: [],
  create({ api }): Module {
    return { resolvers: [], addRoutes: (server) => registerYourlsRoutes(server, api.keyOperations) }
  },
})
