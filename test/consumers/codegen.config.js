export default {
  schema: '../../schema/schema.graphql',
  documents: ['documents/*.graphql'],
  generates: {
    'generated/graphql-codegen/': {
      preset: 'client',
      config: {
        useTypeImports: true,
        strictScalars: true,
        scalars: {
          DateTime: 'string',
          FileContent: 'string',
          SafeInt: 'number',
          URL: 'string',
          Variables: 'Record<string, unknown>',
        },
      },
    },
  },
}
