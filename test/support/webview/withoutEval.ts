import * as z from 'zod';

// The page's policy forbids what zod would try first: to make code as it runs. Loaded before any schema.
z.config({ jitless: true });
