import 'reflect-metadata'
// Loads types in the order of the service: emitted files have the order in which types were loaded.
import '../../src/modules.ts'
import { recordCost } from './cost.ts'

recordCost()
