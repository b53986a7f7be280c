import graphqlPlugin from '@graphql-eslint/eslint-plugin'

const parserOptions = { graphQLConfig: { schema: '../../schema/schema.graphql', documents: 'documents/*.graphql' } }

export default [
  {
    files: ['**/*.graphql'],
    languageOptions: { parser: graphqlPlugin.parser, parserOptions },
    plugins: { '@graphql-eslint': graphqlPlugin },
  },
  {
    files: ['documents/*.graphql'],
    rules: graphqlPlugin.configs['flat/operations-recommended'].rules,
  },
]
