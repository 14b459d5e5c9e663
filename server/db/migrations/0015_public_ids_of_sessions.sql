update sessions set public_id = default where public_id is null;
