import { defineModule, type Module } from '../../../platform/module.ts'
import { workspacesModule } from '../../identity/workspaces/index.ts'
import { AccountSuspensionService } from './account-suspension.service.ts'
import { AdminAccountResolver, AdminWorkspaceResolver } from './administration.resolver.ts'
import { AdministrationService } from './administration.service.ts'

/** All accounts and workspaces, for the admins of the installation. */
export const administrationModule = defineModule({
  entities: [],
  resolvers: [AdminAccountResolver, AdminWorkspaceResolver],
  uses: [workspacesModule],
  create({ hooks }, workspaces): Module {
    const administration = new AdministrationService()
    const suspensions = new AccountSuspensionService({ workspaces, signInChanged: hooks.signInChanged })
    return {
      resolvers: [new AdminAccountResolver(administration, suspensions), new AdminWorkspaceResolver(administration)],
    }
  },
})
