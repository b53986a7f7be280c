import { createStore } from '../../ui/store.ts'

/** The links and QR codes that are about to be deleted: lists leave them out. */
const hidden = createStore<ReadonlySet<string>>(new Set())

export function hideLinks(ids: readonly string[]): void {
  hidden.set(new Set([...hidden.get(), ...ids]))
}

export function showLinks(ids: readonly string[]): void {
  hidden.set(new Set([...hidden.get()].filter((id) => !ids.includes(id))))
}

export const useHiddenLinks = hidden.use
