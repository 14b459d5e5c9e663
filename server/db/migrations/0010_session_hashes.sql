update sessions set id_hash = sha256(convert_to(id::text, 'UTF8')) where id_hash is null;
