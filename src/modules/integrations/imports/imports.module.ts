import { forgetAccountIn } from '../../../platform/jobs/account-purge.ts'
import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { linksModule } from '../../publishing/links/index.ts'
import { clicksModule } from '../../visits/clicks/index.ts'
import { filesModule } from '../files/index.ts'
import { LinkImport, LinkImportError } from './import.entity.ts'
import { ImportResolver, WorkspaceImportsResolver } from './import.resolver.ts'
import { ImportService } from './import.service.ts'
import { deleteRowErrorsOfWorkspace } from './imports.queries.ts'
import { errorCellsMigration } from './migrations/error-cells.migration.ts'
import { errorIssuesMigration } from './migrations/error-issues.migration.ts'
import { deleteOldImports } from './old-imports.ts'
import { ImportPreviewService } from './preview/import-preview.service.ts'
import { ImportFeed } from './running/import-feed.ts'
import { ImportRunner, importQueue } from './running/import-runner.ts'

/** The embedded database serves no other request while a statement runs, so its slices are small. */
const sliceSizes = { embedded: 200, server: 1_000 }

/** Files with links of other services that become links of a workspace. */
export const importsModule = defineModule({
  entities: [LinkImport, LinkImportError],
  migrations: [errorCellsMigration, errorIssuesMigration],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'imports.json',
      about: 'Imports.',
      entity: LinkImport,
      where: (workspace) => ({ workspace }),
    }),
    archiveRows({
      of: 'workspace',
      name: 'import-errors.json',
      about: 'Rows of imports that had errors.',
      entity: LinkImportError,
      where: (workspace) => ({ import: { workspace } }),
    }),
  ],
  resolvers: [ImportResolver, WorkspaceImportsResolver],
  uses: [filesModule, linksModule, clicksModule],
  create(platform, { fileStore }, { linkImporter, routeCache }, { pastClickImporter }): Module {
    const { orm, clock, log, events } = platform
    const { jobs } = platform.background
    const { credentialWatcher, authenticator } = platform.auth
    const { isEmbedded, replicas } = platform.database
    const { workspacePurge, accountPurge } = platform.hooks
    const sliceSize = isEmbedded ? sliceSizes.embedded : sliceSizes.server
    const importers = { linkImporter, pastClickImporter }
    const runner = new ImportRunner({
      orm,
      clock,
      jobs,
      events,
      fileStore,
      ...importers,
      routeCache,
      replicas,
      sliceSize,
    })
    const checkCredentials = () => credentialWatcher.check()
    const feed = new ImportFeed({ orm, log, checkCredentials, memberships: authenticator })
    const importService = new ImportService({ fileStore, jobs })
    workspacePurge.addSteps(deleteRowErrorsOfWorkspace, deleteRowsOf('link_import'))
    accountPurge.addSteps(forgetAccountIn('link_import', 'actor_id'))
    return {
      resolvers: [
        new ImportResolver(importService, new ImportPreviewService(importers), feed),
        new WorkspaceImportsResolver(importService),
      ],
      runMaintenance: () => deleteOldImports(orm, clock.now()),
      start: () =>
        jobs.registerHandler({
          queue: importQueue,
          concurrency: 2,
          groupConcurrency: 1,
          handle: (job: { readonly importId: string }) => runner.run(job),
        }),
      stop: async () => {
        runner.stop()
        await feed.close()
      },
    }
  },
})
