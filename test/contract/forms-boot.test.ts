import { Int, Query, Resolver } from 'type-graphql'
import { describe, expect, it } from 'vitest'
import { Access, Open } from '../../src/platform/auth/authorization.ts'
import { InvalidOperationDeclaration } from '../../src/platform/graphql/operations.ts'
import { Price } from '../../src/platform/graphql/price.ts'
import type { ResolverClass } from '../../src/platform/graphql/request-types.ts'
import { buildGraphqlSchema } from '../../src/platform/graphql/schema.ts'
import { Rest } from '../../src/platform/rest/rest.decorator.ts'
import { createRestInterface } from '../../src/platform/rest/rest-interface.ts'

const type = () => Int

describe('the start rejects', () => {
  const expectStartError = (...resolvers: ResolverClass[]) =>
    expect(createRestInterface(buildGraphqlSchema(resolvers))).rejects

  it('an alternative for an unknown path, or with another access rule', async () => {
    const also = (path: string) => ({ media: ['text/plain'], alternativeFor: path })
    @Resolver()
    class Lost {
      @Rest('GET /lost', 200, also('/nowhere'))
      @Open()
      @Price('lookup')
      @Query(type)
      lost(): number {
        return 1
      }
    }
    @Resolver()
    class Wider {
      @Rest('GET /guarded', 200)
      @Access('read:links')
      @Price('lookup')
      @Query(type)
      guarded(): number {
        return 1
      }

      @Rest('GET /wider', 200, also('/guarded'))
      @Open()
      @Price('lookup')
      @Query(type)
      wider(): number {
        return 1
      }
    }
    await expectStartError(Lost).toThrow(new InvalidOperationDeclaration('lost cannot be an alternative for /nowhere.'))
    await expectStartError(Wider).toThrow(
      new InvalidOperationDeclaration('wider cannot be an alternative for /guarded.'),
    )
  })

  it('maxAgeSeconds on an operation that is not open or no read', async () => {
    @Resolver()
    class Own {
      @Rest('GET /own', 200, { maxAgeSeconds: 60 })
      @Access('read:links')
      @Price('lookup')
      @Query(type)
      own(): number {
        return 1
      }
    }
    @Resolver()
    class Written {
      @Rest('POST /written', 200, { maxAgeSeconds: 60 })
      @Open()
      @Price('lookup')
      @Query(type)
      written(): number {
        return 1
      }
    }
    const why = 'has maxAgeSeconds and is not an open GET.'
    await expectStartError(Own).toThrow(new InvalidOperationDeclaration(`own ${why}`))
    await expectStartError(Written).toThrow(new InvalidOperationDeclaration(`written ${why}`))
  })
})
