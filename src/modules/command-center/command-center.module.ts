import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import { CommandCenterResolver } from './command-center.resolver.ts'
import { CommandCenterService } from './command-center.service.ts'

/** The command center: the state of the background work of an account. */
export const commandCenterModule = {
  entities: [],
  schema: [],
  resolvers: [CommandCenterResolver],
  create({ quota }: Platform): Module {
    return { resolvers: [new CommandCenterResolver(new CommandCenterService(quota))] }
  },
} satisfies ModuleDefinition
