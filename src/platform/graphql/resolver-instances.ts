/** A class with the `@Resolver` decorator. */
export type ResolverClass<T extends object = object> = abstract new (...dependencies: never[]) => T

/**
 * The resolver instances of one app, by class. type-graphql only knows the classes: its container (schema.ts) looks up
 * the instance here, through the context of the request, before it calls a resolver method.
 */
export class ResolverInstances {
  readonly #instances = new Map<unknown, object>()

  add(instance: object): void {
    this.#instances.set(instance.constructor, instance)
  }

  get<T extends object>(resolverClass: ResolverClass<T>): T {
    const instance = this.#instances.get(resolverClass)
    if (!instance) throw new Error(`No module provides an instance of ${resolverClass.name}.`)
    return instance as T
  }
}
