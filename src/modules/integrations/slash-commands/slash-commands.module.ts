import { defineModule, type Module } from '../../../platform/module.ts'
import { registerSlashCommandRoutes } from './slash-command-routes.ts'

/** People create links in Slack and Mattermost by a slash command, when the settings have what proves where it comes from. */
export const slashCommandsModule = defineModule({
  entities: [],
  resolvers: [],
  create({ api }): Module {
    return { resolvers: [], addRoutes: (server) => registerSlashCommandRoutes(server, api.keyOperations) }
  },
})
