import graphqlPlugin from '@graphql-eslint/eslint-plugin'

const { parser, configs } = graphqlPlugin
const root = new URL('../../', import.meta.url).pathname
const graphQLConfig = { schema: `${root}schema/schema.graphql`, documents: `${root}test/consumers/documents/*.graphql` }

export default [
  {
    files: ['**/*.graphql'],
    languageOptions: { parser, parserOptions: { graphQLConfig } },
    plugins: { '@graphql-eslint': graphqlPlugin },
  },
  { files: ['**/documents/*.graphql'], rules: configs['flat/operations-recommended'].rules },
  {
    files: ['schema/schema.graphql'],
    rules: {
      ...configs['flat/schema-recommended'].rules,
      ...configs['flat/schema-relay'].rules,
      // docs/decisions/graph-and-rest.md has the reasons for these, and for eslint-suppressions.json.
      '@graphql-eslint/strict-id-in-types': 'off',
      '@graphql-eslint/relay-edge-types': [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: true, listTypeCanWrapOnlyEdgeType: false },
      ],
    },
  },
]
