/** As much of Shopify's Admin schema (2026-10) as a chatbot asks for, by the names that it has there. */
import { buildSchema } from 'graphql';

export const SHOPIFY_SCHEMA = buildSchema(`
  scalar DateTime
  scalar URL
  scalar Money
  scalar Decimal
  scalar UnsignedInt64
  interface Node { id: ID! }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type Domain { url: URL! host: String! }
  type Shop { name: String! currencyCode: String! ianaTimezone: String! primaryDomain: Domain! }
  type MoneyV2 { amount: Decimal! currencyCode: String! }
  type MoneyBag { shopMoney: MoneyV2! }
  type Image { url: URL! altText: String }
  type MediaPreviewImage { image: Image }
  type MediaImage { preview: MediaPreviewImage }
  type Count { count: Int! }
  type InventoryItem { tracked: Boolean! }
  type ProductVariant implements Node {
    id: ID! legacyResourceId: UnsignedInt64! title: String! sku: String price: Money! compareAtPrice: Money
    inventoryQuantity: Int availableForSale: Boolean! inventoryItem: InventoryItem!
  }
  type ProductVariantConnection { nodes: [ProductVariant!]! pageInfo: PageInfo! }
  type Product implements Node {
    id: ID! legacyResourceId: UnsignedInt64! title: String! handle: String! status: String! onlineStoreUrl: URL
    totalInventory: Int! tracksInventory: Boolean! featuredMedia: MediaImage
    variants(first: Int, after: String): ProductVariantConnection!
  }
  type ProductConnection { nodes: [Product!]! pageInfo: PageInfo! }
  type Customer implements Node {
    id: ID! legacyResourceId: UnsignedInt64! displayName: String! email: String phone: String
    firstName: String lastName: String
  }
  type CustomerConnection { nodes: [Customer!]! pageInfo: PageInfo! }
  type LineItem { title: String! variantTitle: String quantity: Int! originalUnitPriceSet: MoneyBag! }
  type LineItemConnection { nodes: [LineItem!]! pageInfo: PageInfo! }
  type FulfillmentTrackingInfo { company: String number: String url: URL }
  type Fulfillment implements Node {
    id: ID! legacyResourceId: UnsignedInt64! status: String! displayStatus: String createdAt: DateTime!
    deliveredAt: DateTime estimatedDeliveryAt: DateTime trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
  }
  type OrderTransaction implements Node { id: ID! kind: String! status: String! }
  type Order implements Node {
    id: ID! legacyResourceId: UnsignedInt64! name: String! email: String phone: String createdAt: DateTime!
    updatedAt: DateTime! cancelledAt: DateTime displayFinancialStatus: String displayFulfillmentStatus: String!
    statusPageUrl: URL! customer: Customer totalPriceSet: MoneyBag!
    lineItems(first: Int, after: String): LineItemConnection!
    fulfillments(first: Int): [Fulfillment!]!
    transactions(first: Int): [OrderTransaction!]!
  }
  type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
  type AbandonedCheckoutLineItem { title: String variantTitle: String quantity: Int! originalUnitPriceSet: MoneyBag! }
  type AbandonedCheckoutLineItemConnection { nodes: [AbandonedCheckoutLineItem!]! pageInfo: PageInfo! }
  type AbandonedCheckout implements Node {
    id: ID! name: String! abandonedCheckoutUrl: URL! createdAt: DateTime! updatedAt: DateTime! completedAt: DateTime
    customer: Customer totalPriceSet: MoneyBag! subtotalPriceSet: MoneyBag!
    lineItems(first: Int, after: String): AbandonedCheckoutLineItemConnection!
  }
  type AbandonedCheckoutConnection { nodes: [AbandonedCheckout!]! pageInfo: PageInfo! }
  enum OrderSortKeys { CREATED_AT UPDATED_AT ID PROCESSED_AT RELEVANCE }
  enum AbandonedCheckoutSortKeys { CREATED_AT CHECKOUT_ID ID RELEVANCE }
  enum ProductSortKeys { ID TITLE UPDATED_AT CREATED_AT RELEVANCE }
  type Query {
    shop: Shop!
    node(id: ID!): Node
    productsCount(query: String, limit: Int): Count
    products(first: Int, after: String, query: String, sortKey: ProductSortKeys, reverse: Boolean): ProductConnection!
    customers(first: Int, after: String, query: String): CustomerConnection!
    orders(first: Int, after: String, query: String, sortKey: OrderSortKeys, reverse: Boolean): OrderConnection!
    abandonedCheckouts(first: Int, after: String, query: String, sortKey: AbandonedCheckoutSortKeys, reverse: Boolean): AbandonedCheckoutConnection!
  }
`);
