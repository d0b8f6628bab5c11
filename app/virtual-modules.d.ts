declare module 'virtual:institution' {
  import type { Institution } from '#content/institution/schema.ts';
  /** The institution that this build serves, validated when it was built. */
  export const institution: Institution;
  /** Where the product is published, without closing slash: canonical links and shared pages need whole addresses. */
  export const publicUrl: string;
}
