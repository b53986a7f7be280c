import { Field, FieldResolver, Int, ObjectType, Query, Resolver } from 'type-graphql'
import { describe, expect, it } from 'vitest'
import { Open } from '../../src/platform/auth/authorization.ts'
import { InvalidOperationDeclaration, listOperations } from '../../src/platform/graphql/operations.ts'
import { Price } from '../../src/platform/graphql/price.ts'
import { buildGraphqlSchema } from '../../src/platform/graphql/schema.ts'

describe('the start rejects', () => {
  it('an operation without a price', () => {
    @Resolver()
    class Unpriced {
      @Open()
      @Query(() => Int)
      unpriced(): number {
        return 1
      }
    }
    expect(() => listOperations(buildGraphqlSchema([Unpriced]))).toThrow(
      new InvalidOperationDeclaration('unpriced has no @Price.'),
    )
  })

  it('a field with a resolver and without a price', () => {
    @Open()
    @ObjectType('PricedParent')
    class Parent {
      @Field(() => Int)
      plain!: number
    }
    @Resolver(() => Parent)
    class ParentResolver {
      @Open()
      @Price('lookup')
      @Query(() => Parent)
      parent(): Parent {
        return new Parent()
      }

      @FieldResolver(() => Int)
      children(): number {
        return 1
      }
    }
    expect(() => buildGraphqlSchema([ParentResolver])).toThrow(
      new InvalidOperationDeclaration('PricedParent.children has no @Price.'),
    )
  })
})
