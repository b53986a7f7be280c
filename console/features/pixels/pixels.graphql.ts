// Written by `npm run emit`. Edit pixels.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  CreatePixelMutation,
  CreatePixelMutationVariables,
  DeletePixelMutation,
  DeletePixelMutationVariables,
  PixelsQuery,
  PixelsQueryVariables,
  UpdatePixelMutation,
  UpdatePixelMutationVariables,
} from '../../graph/types.ts'

export const pixelRowFragment = `fragment PixelRow on Pixel {
  id
  name
  pixelType
  pixelId
  isActive
  urlCount
}`

export const Pixels = graphql<PixelsQuery, PixelsQueryVariables>(`query Pixels($first: Int!, $after: String) {
  pixelsConnection(first: $first, after: $after) {
    nodes {
      ...PixelRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${pixelRowFragment}`)

export const CreatePixel = graphql<CreatePixelMutation, CreatePixelMutationVariables>(`mutation CreatePixel($input: CreatePixelInput!) {
  createPixel(input: $input) {
    ...PixelRow
  }
}

${pixelRowFragment}`)

export const UpdatePixel = graphql<UpdatePixelMutation, UpdatePixelMutationVariables>(`mutation UpdatePixel($id: ID!, $input: UpdatePixelInput!) {
  updatePixel(id: $id, input: $input) {
    ...PixelRow
  }
}

${pixelRowFragment}`)

export const DeletePixel = graphql<DeletePixelMutation, DeletePixelMutationVariables>(`mutation DeletePixel($id: ID!) {
  deletePixel(id: $id) {
    success
  }
}`)
