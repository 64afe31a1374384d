/** A certificate for the given DNS name, created at run time so that the repository contains no private key. */
export declare function selfSigned(name: string): {
    key: string;
    cert: string;
};
