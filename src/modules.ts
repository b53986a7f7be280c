import { consoleModule } from './modules/frontend/console/console.module.ts'
import { websiteModule } from './modules/frontend/website/website.module.ts'
import { accountDeletionModule } from './modules/identity/account-deletion/account-deletion.module.ts'
import { accountsModule } from './modules/identity/accounts/accounts.module.ts'
import { apiKeysModule } from './modules/identity/api-keys/api-keys.module.ts'
import { identityProvidersModule } from './modules/identity/identity-providers/identity-providers.module.ts'
import { oauthModule } from './modules/identity/oauth/oauth.module.ts'
import { workspacesModule } from './modules/identity/workspaces/workspaces.module.ts'
import { accountArchiveModule } from './modules/integrations/account-archive/account-archive.module.ts'
import { exportsModule } from './modules/integrations/exports/exports.module.ts'
import { filesModule } from './modules/integrations/files/files.module.ts'
import { importsModule } from './modules/integrations/imports/imports.module.ts'
import { mcpModule } from './modules/integrations/mcp/mcp.module.ts'
import { slashCommandsModule } from './modules/integrations/slash-commands/slash-commands.module.ts'
import { webhooksModule } from './modules/integrations/webhooks/webhooks.module.ts'
import { yourlsModule } from './modules/integrations/yourls/yourls.module.ts'
import { abuseModule } from './modules/operation/abuse/abuse.module.ts'
import { administrationModule } from './modules/operation/administration/administration.module.ts'
import { backupModule } from './modules/operation/backup/backup.module.ts'
import { commandCenterModule } from './modules/operation/command-center/command-center.module.ts'
import { doctorModule } from './modules/operation/doctor/doctor.module.ts'
import { linkHealthModule } from './modules/operation/link-health/link-health.module.ts'
import { bioPagesModule } from './modules/publishing/bio-pages/bio-pages.module.ts'
import { linksModule } from './modules/publishing/links/links.module.ts'
import { pixelsModule } from './modules/publishing/pixels/pixels.module.ts'
import { qrCodesModule } from './modules/publishing/qr-codes/qr-codes.module.ts'
import { targetingModule } from './modules/publishing/targeting/targeting.module.ts'
import { unfurlingModule } from './modules/publishing/unfurling/unfurling.module.ts'
import { anomaliesModule } from './modules/statistics/anomalies/anomalies.module.ts'
import { publicStatsModule } from './modules/statistics/public-stats/public-stats.module.ts'
import { questionsModule } from './modules/statistics/questions/questions.module.ts'
import { sharedStatsModule } from './modules/statistics/shared-stats/shared-stats.module.ts'
import { clicksModule } from './modules/visits/clicks/clicks.module.ts'
import { redirectsModule } from './modules/visits/redirects/redirects.module.ts'
import { mergeTables } from './platform/database/tables.ts'
import { collectorCheck, mailCheck, networkCheck, redisCheck } from './platform/doctor/connection-checks.ts'
import { createDatabaseCheck } from './platform/doctor/database-checks.ts'
import type { DoctorCheck } from './platform/doctor/doctor.ts'
import { diskCheck, filesCheck, serviceCheck } from './platform/doctor/machine-checks.ts'
import { replicaCheck } from './platform/doctor/replica-check.ts'
import { settingsCheck } from './platform/doctor/settings-check.ts'
import { NodeResolver } from './platform/graphql/pagination/node.resolver.ts'
import type { Module, ModuleDefinition, Platform } from './platform/module.ts'
import { platformTables } from './platform/platform-tables.ts'

/** Every module, after the modules that it uses and whose tables its own refer to. */
export const modules: readonly ModuleDefinition[] = [
  accountsModule,
  workspacesModule,
  identityProvidersModule,
  accountDeletionModule,
  filesModule,
  apiKeysModule,
  linksModule,
  unfurlingModule,
  oauthModule,
  clicksModule,
  targetingModule,
  importsModule,
  exportsModule,
  qrCodesModule,
  abuseModule,
  pixelsModule,
  redirectsModule,
  bioPagesModule,
  sharedStatsModule,
  publicStatsModule,
  questionsModule,
  anomaliesModule,
  webhooksModule,
  linkHealthModule,
  commandCenterModule,
  administrationModule,
  doctorModule,
  mcpModule,
  yourlsModule,
  slashCommandsModule,
  websiteModule,
  consoleModule,
  accountArchiveModule,
  backupModule,
]

/** The tables and resolvers of the platform and of every module. */
export const tables = mergeTables([platformTables, ...modules])
export const resolvers = [NodeResolver, ...modules.flatMap((module) => module.resolvers)]

/** What the archive of an account has, in the order of the modules. */
export const archiveParts = modules.flatMap((module) => module.archiveParts ?? [])

/** The commands of the operator. */
export const adminCommands = modules.flatMap((module) => module.adminCommands ?? [])
export const standaloneCommands = modules.flatMap((module) => module.standaloneCommands ?? [])

/** What a running service looks at for its admins. */
export const serviceChecks: readonly DoctorCheck[] = [
  settingsCheck,
  createDatabaseCheck(tables),
  diskCheck,
  filesCheck,
  replicaCheck,
  redisCheck,
  mailCheck,
  networkCheck,
  collectorCheck,
  ...modules.flatMap((module) => module.doctorChecks ?? []),
]

/** What `npm run doctor` looks at. */
export const doctorChecks: readonly DoctorCheck[] = [serviceCheck, ...serviceChecks]

/** Creates every module with the modules that it uses. They are stopped with the parts of the platform. */
export async function createModules(platform: Platform): Promise<Module[]> {
  const created = new Map<ModuleDefinition, Module>()
  for (const definition of modules) {
    const used = (definition.uses ?? []).map((each) => {
      const module = created.get(each)
      if (!module) throw new Error('A module stands in the list before a module that it uses.')
      return module
    })
    const module = await definition.create(platform, ...(used as never[]))
    created.set(definition, module)
    platform.openParts.add(module.resolvers[0]?.constructor.name ?? 'a module', () => module.stop?.())
  }
  return [...created.values()]
}
