/** The secrets of links are in the fragment, which browsers send to no server and no log. */

/** The address that signs a person in once. `base` is the service's address, without a trailing slash. */
export function signInLink(base: string, secret: string): string {
  return `${base}/console/sign-in#link=${secret}`;
}

/** The address at which a person accepts an invitation. */
export function invitationLink(base: string, secret: string): string {
  return `${base}/console/sign-in#invitation=${secret}`;
}
