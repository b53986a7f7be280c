/** A class with the `@Resolver` decorator. */
export type ResolverClass<T extends object = object> = abstract new (...dependencies: never[]) => T

/**
 * The resolver instances of one app. type-graphql knows resolvers by their class and asks for the instance of a class
 * before it calls a method.
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
