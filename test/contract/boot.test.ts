import { Arg, Args, ArgsType, Field, Int, Mutation, ObjectType, Query, Resolver, Subscription } from 'type-graphql'
import { describe, expect, it } from 'vitest'
import { Access, Open } from '../../src/platform/auth/authorization.ts'
import {
  GraphqlOnly,
  InvalidOperationDeclaration,
  listOperations,
  Throws,
} from '../../src/platform/graphql/operations.ts'
import { Price } from '../../src/platform/graphql/price.ts'
import type { ResolverClass } from '../../src/platform/graphql/request-types.ts'
import { buildGraphqlSchema } from '../../src/platform/graphql/schema.ts'
import { EventQueue } from '../../src/platform/graphql/subscriptions/event-queue.ts'
import { Rest } from '../../src/platform/rest/rest.decorator.ts'
import { createRestInterface } from '../../src/platform/rest/rest-interface.ts'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { toRestSchema } from '../../src/platform/rest/rest-schema.ts'
import { InvalidParams, RateLimited } from '../../src/platform/shared/general.errors.ts'
import { defineError, type ServiceErrorClass } from '../../src/platform/shared/service-error.ts'

/** What the app does with its resolvers at start. */
const boot = (...resolvers: ResolverClass[]) => createRestInterface(buildGraphqlSchema(resolvers))

const type = () => Int
const id = () => String

@Resolver()
class Sound {
  @Rest('GET /things/{id}', 200)
  @Open()
  @Price('lookup')
  @Query(type)
  thing(@Arg('id', id) _id: string): number {
    return 1
  }
}

describe('the start accepts', () => {
  it('complete operations', async () => {
    const { operations, executions } = await boot(Sound)
    expect(operations.map(({ name, pathArguments }) => [name, pathArguments])).toEqual([['thing', ['id']]])
    expect([...executions.keys()]).toEqual(['thing'])
  })

  it('two methods on one path, and a path that matches the pattern of another', async () => {
    @Resolver()
    class Neighbours {
      @Rest('PATCH /things/{id}', 200)
      @Open()
      @Price('lookup')
      @Mutation(type)
      changeThing(@Arg('id', id) _id: string): number {
        return 1
      }

      @Rest('PATCH /things/all', 200)
      @Open()
      @Price('lookup')
      @Mutation(type)
      changeThings(): number {
        return 2
      }
    }
    const { operations } = await boot(Sound, Neighbours)
    expect(operations.map(({ name }) => name).toSorted()).toEqual(['changeThing', 'changeThings', 'thing'])
  })
})

describe('the start rejects', () => {
  const expectStartError = (...resolvers: ResolverClass[]) => expect(boot(...resolvers)).rejects

  it('an operation with neither @Access nor @Open', async () => {
    @Resolver()
    class Undeclared {
      @Price('lookup')
      @Query(type)
      open(): number {
        return 1
      }
    }
    await expectStartError(Undeclared).toThrow(new InvalidOperationDeclaration('open has neither @Access nor @Open.'))
  })

  it('a mutation with neither among complete queries', async () => {
    @Resolver()
    class HalfDeclared {
      @Price('lookup')
      @Mutation(type)
      forgotten(): number {
        return 1
      }
    }
    await expectStartError(Sound, HalfDeclared).toThrow(/^forgotten has neither/)
  })

  it('a subscription with neither', async () => {
    @Resolver()
    class Live {
      @Price('lookup')
      @Subscription(type, { subscribe: () => new EventQueue<number>(() => undefined) })
      received(): number {
        return 1
      }
    }
    await expectStartError(Sound, Live).toThrow(/^received has neither/)
  })

  it('a @Rest path with an unknown argument', async () => {
    @Resolver()
    class Misnamed {
      @Rest('GET /others/{otherId}', 200)
      @Open()
      @Price('lookup')
      @Query(type)
      other(@Arg('id', id) _id: string): number {
        return 1
      }
    }
    await expectStartError(Misnamed).toThrow(
      new InvalidOperationDeclaration('other has {otherId} in its path and no such argument.'),
    )
  })

  it('two operations on one method and path', async () => {
    @Resolver()
    class Doubled {
      @Rest('GET /doubled', 200)
      @Open()
      @Price('lookup')
      @Query(type)
      first(): number {
        return 1
      }

      @Rest('GET /doubled', 200)
      @Open()
      @Price('lookup')
      @Query(type)
      second(): number {
        return 2
      }
    }
    await expectStartError(Doubled).toThrow(/^second and first both have the route GET \/doubled\.$/)
  })

  it('two paths that differ only in argument names', async () => {
    @Resolver()
    class Renamed {
      @Rest('GET /things/{thingId}', 200)
      @Access('read:links')
      @Price('lookup')
      @Query(type)
      sameThing(@Arg('thingId', id) _id: string): number {
        return 1
      }
    }
    await expectStartError(Sound, Renamed).toThrow(/both have the route GET \/things\/\{\}\.$/)
  })

  it('a nullable REST result', async () => {
    @Resolver()
    class Nullable {
      @Rest('GET /perhaps', 200)
      @Open()
      @Price('lookup')
      @Query(type, { nullable: true })
      perhaps(): number | null {
        return null
      }
    }
    await expectStartError(Nullable).toThrow(/^perhaps is nullable; a REST operation/)
  })

  it('a @Throws of a class without a resolution', () => {
    class Homemade extends Error {
      static readonly definition = { code: 'HOMEMADE', status: 400, when: '', resolution: '' }
    }
    @Resolver()
    class Careless {
      @Open()
      @Throws(Homemade as ServiceErrorClass)
      @Price('lookup')
      @Query(type)
      careless(): number {
        return 1
      }
    }
    expect(() => listOperations(buildGraphqlSchema([Careless]))).toThrow(
      /^careless declares Homemade, which has no resolution\.$/,
    )
  })
})

describe('defineError', () => {
  const kind = { status: 400, when: 'Never.', resolution: 'Do nothing.' }

  it('throws without a resolution', () => {
    for (const resolution of ['', '  ', '\n']) {
      expect(() => defineError({ ...kind, code: 'SILENT', resolution })).toThrow('SILENT has no resolution text')
    }
  })

  it('throws for a duplicate code', () => {
    const { code } = InvalidParams.definition
    expect(() => defineError({ ...kind, code })).toThrow(`Two error classes have the code ${code}`)
  })
})

describe('the decorators', () => {
  @Access('read:profile')
  @ObjectType()
  class Thing {
    @Field(type)
    shown!: number

    @GraphqlOnly()
    @Field(type)
    hidden!: number
  }

  @ArgsType()
  class ThingArgs {
    @Field(id)
    id!: string
  }

  @Resolver(() => Thing)
  class Marked {
    @Rest('GET /marked/{id}', 200)
    @Access('read:profile')
    @Price('lookup')
    @Query(() => Thing)
    marked(@Args(() => ThingArgs) _input: ThingArgs): Thing {
      return { shown: 1, hidden: 2 }
    }

    @Open()
    @Price('lookup')
    @Query(type)
    graphsOnly(): number {
      return 1
    }
  }

  it('imply the errors of access and arguments', () => {
    const [marked, graphsOnly] = listOperations(buildGraphqlSchema([Marked]))
    const codes = (errors: readonly ServiceErrorClass[] = []) =>
      errors.map(({ definition }) => definition.code).toSorted()
    expect(codes(marked?.errors)).toEqual([
      'ACCOUNT_BEING_DELETED',
      'ACCOUNT_SUSPENDED',
      'API_KEY_EXPIRED',
      'API_KEY_NOT_ACCEPTED',
      'API_KEY_REVOKED',
      'INSUFFICIENT_SCOPE',
      'INVALID_PARAMS',
      'INVALID_TOKEN',
      'RATE_LIMITED',
      'SECOND_FACTOR_NEEDED',
      'TOKEN_EXPIRED',
      'UNAUTHENTICATED',
      'WORKSPACE_NOT_FOUND',
    ])
    expect(graphsOnly?.errors).toEqual([RateLimited])
  })

  it('remove fields with @GraphqlOnly from REST', async () => {
    const { operations } = await boot(Marked)
    const face = toRestSchema(buildGraphqlSchema([Marked]))
    expect(operations.map(({ name }) => name)).toEqual(['marked'])
    expect(Object.keys(face.getQueryType()?.getFields() ?? {})).toEqual(['marked'])
    const thing = face.getType('Thing')
    expect(thing && 'getFields' in thing && Object.keys(thing.getFields())).toEqual(['shown'])
    expect(listRestOperations(face).map(({ name }) => name)).toEqual(['marked'])
  })
})
