import { useEffect, useState } from 'react';

/** A value that follows once it has rested for a while, so that typing does not ask the server at every key. */
export function useDebounced<Value>(value: Value, restMs: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return later;
}
